import { describeAsking, describePull, describePush, startAskedServer } from './exchange-cases.ts';

startAskedServer();
describePull({ isWhole: true });
describePush({ isWhole: true });
describeAsking({ isWhole: true });
