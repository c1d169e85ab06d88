import { describeKeyboard } from './keyboard-journeys.ts';

describeKeyboard(['/service/falmouth', '/ar/valuation']);
