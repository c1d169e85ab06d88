import { describeAsking, startAskedServer } from './exchange-cases.ts';

startAskedServer();
describeAsking({ isWhole: false });
