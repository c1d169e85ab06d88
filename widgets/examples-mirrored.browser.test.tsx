import { allExamples } from './testing/all-examples.ts';
import { describeMirrored } from './testing/describe-examples.tsx';

/** Widgets of which each lays its parts out in another way than the others. */
const mirrored = ['text', 'phone', 'select', 'radio', 'date', 'photos'];

describeMirrored(allExamples.filter(({ widget }) => mirrored.includes(widget)));
