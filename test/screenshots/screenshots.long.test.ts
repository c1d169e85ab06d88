import { describeLooks } from './looks.ts';
import { pictures, sentinels } from './pictures.ts';

describeLooks(pictures.filter((picture) => !sentinels.includes(picture)));
