import { describe, it } from 'vitest';
import { expectMistake, listCodesInFile } from '../../test/cli/finding-mistakes.ts';

describe("checkForm, of the forms' schemas", () => {
  it.each(listCodesInFile(/^forms\//))('tells %s, saying where and what to do', expectMistake);
});
