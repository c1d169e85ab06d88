import { type ReactNode, useEffect, useMemo } from 'react';
import { createTextFormatter, formatText } from '#engine';
import { loadLazyWidgets } from '../lazy/load-lazy-widgets.ts';
import type { Example } from './example-states.ts';
import { createTestForm, createTestSituation, createTestValidators } from './forms.ts';
import { Harness, type HarnessProps } from './harness.tsx';

/**
 * The example and the language to render it in. All other props replace those that the example gives the
 * harness.
 */
export interface ExampleViewProps extends Partial<HarnessProps> {
  readonly example: Example;
  readonly locale: string;
}

/** Loads the lazy modules, so that an example is rendered in its final form at once. */
export const loadForExamples: () => Promise<unknown> = loadLazyWidgets;

/**
 * Renders an example in the harness, as a section would.
 * @throws Error with all problems of its documents.
 */
export function ExampleView({ example, locale, ...given }: ExampleViewProps): ReactNode {
  const { schema, ui, documents, entered, content } = example;
  const form = useMemo(() => createTestForm(schema, ui, documents), [schema, ui, documents]);
  const validatorsFor = useMemo(() => createTestValidators(form), [form]);
  const situation = useMemo(() => {
    const plain = createTestSituation(form, { locale, entered });
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

/**
 * Creates the photos of an example and returns them; undefined if it has none. Clears them when they are
 * replaced and at unmounting.
 */
function useExamplePhotos({ photos: make, field }: Example, locale: string, form: HarnessProps['form']) {
  const photos = useMemo(() => make?.(createTextFormatter(form, locale), field), [make, field, form, locale]);
  useEffect(() => photos?.clear, [photos]);
  return photos;
}
