import { describePull, startExchangeServer } from './exchange-cases.ts';

startExchangeServer();
describePull({ isWhole: false });
