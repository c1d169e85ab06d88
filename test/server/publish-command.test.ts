import { describeRefusedPublish, startExchangeServer } from './exchange-cases.ts';

startExchangeServer();
describeRefusedPublish({ isWhole: false });
