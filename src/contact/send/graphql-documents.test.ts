import { parse, print } from 'graphql';
import { describe, expect, it } from 'vitest';
import { operationText, submitOperation } from '#engine';
import { futureEventTitlesOperation } from '#engine/yard/wire/future-event-titles.ts';
import { compileFrozenForm } from '#widgets/testing/forms.ts';
import { toDocumentNode } from './graphql-documents.ts';

describe('toDocumentNode', () => {
  it('is the parsed text of an operation', () => {
    const operation = submitOperation(compileFrozenForm());
    expect(print(toDocumentNode(operation))).toBe(print(parse(operationText(operation))));
    expect(print(toDocumentNode(futureEventTitlesOperation))).toBe(
      print(parse(operationText(futureEventTitlesOperation))),
    );
  });
});
