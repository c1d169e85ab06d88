import { describeTwins } from './twins.ts';

describeTwins(['service']);
