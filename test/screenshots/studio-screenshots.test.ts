import { describeLooks } from './looks.ts';
import { isOfStudio, sentinels } from './pictures.ts';

describeLooks(sentinels.filter(isOfStudio));
