import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { Values } from '#engine';
import { addScenario } from '#engine/editing/index.ts';
import { sentenceToText } from '#engine/rules/sentences/sentence.ts';
import type { ExpectationView, PreviewQuery } from '../../api/studio.ts';
import { loadExpectation } from '../draft/api.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { focusElement } from '../ui/focus-element.ts';
import { PreviewTool } from '../ui/preview-tool.tsx';

export interface SaveExpectationProps {
  /** The title of the enquiry type, with which the proposed name begins. */
  readonly title: string;
  readonly query: PreviewQuery;
  /** The values that were entered in the preview. They become part of the scenario. */
  readonly entered: Values | undefined;
}

/**
 * Renders a button and a form that save the current preview as a scenario. The checks then report changes
 * that break it.
 */
export function SaveExpectation({ title, query, entered }: SaveExpectationProps): ReactNode {
  const { say, store, announce } = useStudio();
  const { documents } = useDraftState();
  const [found, setFound] = useState<ExpectationView>();
  const [name, setName] = useState('');
  const [isFailed, setIsFailed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  /**
   * Loads what a scenario would expect of the preview, and opens the form with a proposed name. Shows a
   * message if loading failed.
   */
  async function loadProposal(): Promise<void> {
    const view = await loadExpectation({ query, ...(entered && { entered }) }).catch(() => null);
    setIsFailed(view === null);
    if (view === null) return;
    const situation = sentenceToText(view.sentence);
    setName(situation === '' ? title : `${title}: ${situation}`);
    setFound(view);
  }

  /** Closes the form, and focuses the button that opened it. */
  const closeForm = () => {
    setFound(undefined);
    button.current?.focus();
  };
  /** Adds the scenario to the draft, announces it and closes the form. Does nothing if the name is empty. */
  const saveScenario = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '' || !found) return;
    const { name: savedName, patches } = addScenario(documents, wanted, found.expectation, found.usual);
    store.perform({ title: { key: 'scenario-added', values: { scenario: savedName } }, patches });
    announce(say('expectation.kept', { scenario: savedName }));
    closeForm();
  };
  return (
    <>
      <PreviewTool
        ref={button}
        icon="M4 7a4 4 0 0 1 8 0c0 3.5 1.5 4.5 1.5 4.5h-11S4 10.5 4 7M6.5 13.5a1.6 1.6 0 0 0 3 0"
        label={say('expectation.keep')}
        isRare
        onClick={() => void loadProposal()}
      />
      {isFailed && (
        <p className="st-problem" role="alert">
          {say('expectation.failed')}
        </p>
      )}
      {found && (
        <form
          className="st-keep st-stack-2 st-box st-padded"
          onSubmit={saveScenario}
          onKeyDown={(event) => event.key === 'Escape' && closeForm()}
          aria-label={say('expectation.keep')}
        >
          <label htmlFor={id}>{say('expectation.name')}</label>
          <input
            id={id}
            ref={focusElement}
            className="st-input"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <ExpectationSummary view={found} />
          <p className="st-actions">
            <button type="submit" className="st-button st-button--primary">
              {say('expectation.keep-now')}
            </button>
            <button type="button" className="st-button st-button--plain" onClick={closeForm}>
              {say('cancel')}
            </button>
          </p>
        </form>
      )}
    </>
  );
}

/**
 * Renders how many shown and how many required fields the scenario would expect, or that it would expect no
 * form.
 */
function ExpectationSummary({ view }: { readonly view: ExpectationView }): ReactNode {
  const { say } = useStudio();
  const { fields, required, section } = view.expectation.scenario.expect;
  if (section === 'hidden') return <p className="st-quiet">{say('expectation.hidden')}</p>;
  return (
    <p className="st-quiet">
      {say('expectation.what', { fields: fields?.length ?? 0, required: required?.length ?? 0 })}
    </p>
  );
}
