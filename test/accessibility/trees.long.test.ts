import { describeTrees } from './trees.ts';

describeTrees('to be filled');
