import { describeRefusedPublish, startAskedServer } from './exchange-cases.ts';

startAskedServer();
describeRefusedPublish({ isWhole: false });
