import { describeWithAndWithoutScripts } from './with-and-without-scripts.ts';

describeWithAndWithoutScripts(['service']);
