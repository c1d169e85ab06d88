import { parse, print } from 'graphql';
import { describe, expect, it } from 'vitest';
import { operationText, sendContactUsOperation } from '#engine';
import { futureEventTitlesOperation } from '#engine/future-event-titles.ts';
import { compiledForm } from '#widgets/testing/forms.ts';
import { documentOf, futureEventTitlesDocument } from './documents.ts';

describe('documentOf', () => {
  it('is the parsed text of an operation', () => {
    const operation = sendContactUsOperation(compiledForm());
    expect(print(documentOf(operation))).toBe(print(parse(operationText(operation))));
    expect(print(futureEventTitlesDocument)).toBe(print(parse(operationText(futureEventTitlesOperation))));
  });
});
