import { describe, it } from 'vitest';
import { codesIn, expectSlip } from '../../test/cli/finding-slips.ts';

describe("checkForm, of the forms' schemas", () => {
  it.each(codesIn(/^forms\//))('tells %s, saying where and what to do', expectSlip);
});
