import { describeForeignSchemas } from './foreign-journeys.ts';

describeForeignSchemas(() => true);
