import { describeExchange } from './exchange-cases.ts';

describeExchange({ isWhole: false });
