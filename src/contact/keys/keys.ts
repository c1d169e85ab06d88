import { spareNames } from './spare-names.ts';

/** What spares a form work at each key. It comes once the form has the focus; without it all is as well, and slower where fields are many. */
export { judgeChange } from './judge-change.ts';

spareNames(document);
