import type { ReactNode } from 'react';
import type { Example } from './example-states.ts';
import type { ExampleViewProps } from './example-view.tsx';
import { ExampleView } from './example-view.tsx';

export interface WidgetStatesProps extends Omit<ExampleViewProps, 'example'> {
  readonly examples: readonly Example[];
  /** Returns the content above an example. Absent: nothing. */
  readonly captionOf?: (example: Example) => ReactNode;
}

/**
 * Renders each example in a section that is labelled with its state, below its caption. All other props are
 * passed to `ExampleView`.
 */
export function WidgetStates({ examples, captionOf, ...given }: WidgetStatesProps): ReactNode {
  return examples.map((example) => (
    <section
      key={example.state}
      className="gallery-state"
      data-state={example.state}
      aria-label={example.state}
    >
      {captionOf?.(example)}
      <ExampleView example={example} {...given} />
    </section>
  ));
}
