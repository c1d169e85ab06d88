import { describeLostScripts } from './lost-scripts.ts';

describeLostScripts([
  { script: 'client', fate: 'comes half' },
  { script: 'typing', fate: 'is there no more' },
  { script: 'uploader', fate: 'does not come' },
  { script: 'apollo-transport', fate: 'does not come' },
  { script: '/forms/', fate: 'does not come' },
]);
