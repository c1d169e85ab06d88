import { describeTypedBeforeScripts } from './typed-before-scripts.ts';

describeTypedBeforeScripts(['translates the page'], ['message']);
