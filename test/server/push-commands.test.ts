import { describePush, startAskedServer } from './exchange-cases.ts';

startAskedServer();
describePush({ isWhole: false });
