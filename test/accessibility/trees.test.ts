import { describeTrees } from './trees.ts';

describeTrees('sent empty');
