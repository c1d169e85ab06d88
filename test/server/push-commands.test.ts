import { describePush, startExchangeServer } from './exchange-cases.ts';

startExchangeServer();
describePush({ isWhole: false });
