import { describePull, startAskedServer } from './exchange-cases.ts';

startAskedServer();
describePull({ isWhole: false });
