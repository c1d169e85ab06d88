/** Preloaded into a server (`node --import`): `Date.now` goes by as many milliseconds as the file of `TEST_CLOCK` says. */
import { readFileSync } from 'node:fs';

const file = process.env.TEST_CLOCK ?? '';
const real = Date.now;
Date.now = () => real() + Number(readFileSync(file, 'utf8'));
