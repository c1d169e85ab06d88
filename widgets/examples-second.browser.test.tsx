import { allExamples } from './testing/all-examples.ts';
import { describeExamples } from './testing/describe-examples.tsx';

describeExamples(allExamples.filter((_example, index) => index % 4 === 1));
