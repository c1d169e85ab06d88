import { type ReactNode, useEffect, useMemo } from 'react';
import { formatText, textsOf } from '#engine';
import { loadLateWidgets } from '../late/load-late-widgets.ts';
import type { Example } from './example-states.ts';
import { formOf, situationOf, validatorsOf } from './forms.ts';
import { Harness, type HarnessProps } from './harness.tsx';

export interface ExampleViewProps extends Partial<HarnessProps> {
  readonly example: Example;
  readonly locale: string;
}

/** Loads the lazy modules, so that an example is rendered in its final form at once. */
export const loadForExamples: () => Promise<unknown> = loadLateWidgets;

/**
 * Renders an example as a section would.
 * @throws Error with all problems of its documents.
 */
export function ExampleView({ example, locale, ...given }: ExampleViewProps): ReactNode {
  const { schema, ui, documents, entered, content } = example;
  const form = useMemo(() => formOf(schema, ui, documents), [schema, ui, documents]);
  const validatorsFor = useMemo(() => validatorsOf(form), [form]);
  const situation = useMemo(() => {
    const plain = situationOf(form, { locale, entered });
    return { ...plain, content: { ...plain.content, ...content } };
  }, [form, locale, entered, content]);
  const photos = useExamplePhotos(example, locale, form);
  return (
    <Harness
      form={form}
      situation={situation}
      validatorsFor={validatorsFor}
      isSent={example.isSent}
      sendLabel={formatText(form, locale, 'submit')}
      idPrefix={`${example.widget}-${example.state}`}
      photos={photos}
      {...given}
    />
  );
}

function useExamplePhotos({ photos: make, field }: Example, locale: string, form: HarnessProps['form']) {
  const photos = useMemo(() => make?.(textsOf(form, locale), field), [make, field, form, locale]);
  useEffect(() => photos?.clear, [photos]);
  return photos;
}
