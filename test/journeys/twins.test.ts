import { describeWithAndWithoutScripts } from './twins.ts';

describeWithAndWithoutScripts(['service']);
