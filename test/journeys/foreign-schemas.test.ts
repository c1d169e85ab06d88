import { describeForeignSchemas } from './foreign-journeys.ts';

describeForeignSchemas((name) => ['nested objects', 'oneOf at the root'].includes(name));
