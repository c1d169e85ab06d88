import { type ReactNode, useState } from 'react';
import { allExamples } from '#widgets/testing/all-examples.ts';
import { type Example, listExampleStates } from '#widgets/testing/example-states.ts';
import { exampleLocales } from '#widgets/testing/widget-examples.ts';
import { pushSearch, replaceSearch, useSearch } from '../studio/ui/address.ts';
import { LabelledSelect } from '../studio/ui/labelled-select.tsx';
import { DocumentEditors } from './document-editors.tsx';
import { type AccessibilityMessage, ExampleFrame } from './example-frame.tsx';
import {
  type EditedDocuments,
  frameWidths,
  parseShownExample,
  type ShownExample,
  themes,
} from './shown-example.ts';

/**
 * Renders the gallery: selects for the widget and the frames, and the example that the query of the address
 * names. The first state is shown if the widget does not have the named one.
 */
export function GalleryApp(): ReactNode {
  const search = useSearch();
  const shown = parseShownExample(search);
  const widget = allExamples.find((one) => one.widget === shown.widget);
  const examples = widget ? listExampleStates(widget) : [];
  const example = examples.find(({ state }) => state === shown.state) ?? examples[0];
  /** Sets a parameter in the query of the address. Only another widget adds an entry to the history. */
  const setParameter = (key: string, value: string) => {
    const next = new URLSearchParams(location.search);
    next.set(key, value);
    (key === 'widget' ? pushSearch : replaceSearch)(next);
  };
  return (
    <div className="gl-page">
      <header className="gl-top">
        <h1>Gallery</h1>
        <div className="gl-choices">
          <WidgetSelect widget={shown.widget} onChange={(next) => setParameter('widget', next)} />
          {choices.map(({ key, label, options }) => (
            <LabelledSelect
              key={key}
              label={label}
              value={[...options, 'all'].find((option) => option === search.get(key)) ?? options[0]}
              options={[...options.map((option) => [option, option] as const), ['all', 'all'] as const]}
              onChange={(next) => setParameter(key, next)}
            />
          ))}
        </div>
      </header>
      <WidgetLinks widget={shown.widget} onChange={(next) => setParameter('widget', next)} />
      {widget && example && (
        <ExampleDetails
          key={`${example.widget} ${example.state}`}
          {...{ example, search }}
          about={widget.about}
          shown={{ ...shown, state: example.state }}
          onChoose={(state) => setParameter('state', state)}
        />
      )}
    </div>
  );
}

/** The selects for the frames, by the parameters of the address. Each also offers `all`. */
const choices = [
  { key: 'width', label: 'Width', options: frameWidths },
  { key: 'theme', label: 'Theme', options: themes },
  { key: 'locale', label: 'Language', options: exampleLocales },
] as const;

/** One example. `about` is the description of the widget; `search` is the query that names the frames. */
interface ExampleDetailsProps {
  readonly example: Example;
  readonly about: string;
  readonly shown: ShownExample;
  readonly search: URLSearchParams;
  /** Called with the name of the state that was selected in a frame. */
  readonly onChoose: (state: string) => void;
}

/**
 * Renders the frames of an example, the accessibility report of the first one, and the editors of its
 * documents.
 */
function ExampleDetails({ example, about, shown, search, onChoose }: ExampleDetailsProps): ReactNode {
  const [edited, setEdited] = useState<EditedDocuments>();
  const [heard, setHeard] = useState<AccessibilityMessage>();
  const frames = listFrames(search);
  const headline = `${example.widget}, ${example.state}`;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls (WCAG 2.2, 2.1.1). */}
      <main className="gl-canvas" tabIndex={0} aria-labelledby="gl-title">
        <h2 id="gl-title">{example.widget}</h2>
        <p className="st-quiet">{about}</p>
        <div className="gl-frames">
          {frames.map(({ width, theme, locale }, at) => (
            <ExampleFrame
              key={`${width} ${theme} ${locale}`}
              width={Number(width)}
              shown={{ ...shown, theme, locale, isFirst: at === 0, ...(edited && { edited }) }}
              onChoose={onChoose}
              onHeard={at === 0 ? setHeard : undefined}
            />
          ))}
        </div>
      </main>
      <aside className="gl-look" aria-label={headline}>
        <h2>{headline}</h2>
        <AccessibilityReport heard={heard} />
        <DocumentEditors example={example} onEdit={setEdited} />
      </aside>
    </>
  );
}

/**
 * Returns the frames to show: width, theme and locale of each. The value `all` of a parameter gives one frame
 * for each option, a missing or unknown value the first option.
 */
function listFrames(search: URLSearchParams) {
  /** Returns the options that the parameter selects: all, or a list of one. */
  const selectOptions = <Name extends string>(key: string, names: readonly Name[]): readonly Name[] => {
    if (search.get(key) === 'all') return names;
    return [names.find((name) => name === search.get(key)) ?? (names[0] as Name)];
  };
  return selectOptions('locale', exampleLocales).flatMap((locale) =>
    selectOptions('theme', themes).flatMap((theme) =>
      selectOptions('width', frameWidths).map((width) => ({ width, theme, locale })),
    ),
  );
}

interface WidgetChoiceProps {
  readonly widget: string;
  readonly onChange: (widget: string) => void;
}

/**
 * Renders the widgets as links, on wide screens. A click calls `onChange`; with a modifier key the browser
 * follows the link.
 */
function WidgetLinks({ widget, onChange }: WidgetChoiceProps): ReactNode {
  return (
    <nav className="gl-widgets" aria-label="Widgets">
      <ul>
        {allExamples.map(({ widget: name }) => (
          <li key={name}>
            <a
              href={`/gallery?widget=${name}`}
              aria-current={name === widget ? 'page' : undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                onChange(name);
              }}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Renders the widgets as a select, on narrow screens. */
function WidgetSelect({ widget, onChange }: WidgetChoiceProps): ReactNode {
  return (
    <div className="gl-widget-select">
      <LabelledSelect
        label="Widget"
        value={widget}
        options={allExamples.map(({ widget: name }) => [name, name] as const)}
        onChange={onChange}
      />
    </div>
  );
}

/**
 * Renders the accessibility tree and the violations of the selected state; an empty list before the first
 * report.
 */
function AccessibilityReport({ heard }: { readonly heard: AccessibilityMessage | undefined }): ReactNode {
  return (
    <section className="gl-part" aria-labelledby="gl-heard">
      <h3 id="gl-heard">Accessibility tree</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls if it is long (WCAG 2.2, 2.1.1). */}
      <ul className="gl-tree" tabIndex={0} aria-labelledby="gl-heard">
        {heard?.tree.map(({ text, depth }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity except their position.
          <li key={at} style={{ paddingInlineStart: `${depth}em` }}>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
      <div role="status">{heard && <ViolationList violations={heard.violations} />}</div>
    </section>
  );
}

/** Renders a list of the violations, or a sentence that axe found none. */
function ViolationList({ violations }: { readonly violations: readonly string[] }): ReactNode {
  if (violations.length === 0) return <p className="gl-good">axe finds nothing.</p>;
  return (
    <ul className="st-problem">
      {violations.map((violation) => (
        <li key={violation}>{violation}</li>
      ))}
    </ul>
  );
}
