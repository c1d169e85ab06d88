import { describeQueries, startExchangeServer } from './exchange-cases.ts';

startExchangeServer();
describeQueries({ isWhole: false });
