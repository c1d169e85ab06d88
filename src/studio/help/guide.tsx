import { type ReactNode, useId } from 'react';
import { useOutline, useStudio } from '../draft/context.ts';
import { useGuide } from './guide-provider.tsx';
import { listGuideSteps } from './guide-steps.ts';

/**
 * Renders the first steps of a new person as a list that ticks itself, each with a link to where it is done. Renders
 * nothing after the person has closed it.
 */
export function Guide(): ReactNode {
  const { say, me, announce } = useStudio();
  const { view, setDismissed } = useGuide();
  const [first] = useOutline();
  const title = useId();
  if (view === undefined || view.isDismissed) return null;
  const steps = listGuideSteps(me);
  const done = steps.filter(({ step }) => view.done.includes(step)).length;
  const next = steps.find(({ step }) => !view.done.includes(step))?.step;
  return (
    <section className="st-guide st-box st-box--round st-padded-wide" aria-labelledby={title}>
      <div className="st-wrap st-center st-between">
        <h2 id={title}>{say(next === undefined ? 'guide.all-done' : 'guide')}</h2>
        <span className="st-wrap st-center">
          <span className="st-quiet">{say('guide.count', { done, count: steps.length })}</span>
          <button
            type="button"
            className="st-button st-button--plain"
            onClick={() => {
              setDismissed(true);
              announce(say('guide.closed'));
              document.querySelector<HTMLElement>('main h1')?.focus();
            }}
          >
            {say('guide.close')}
          </button>
        </span>
      </div>
      <ol className="st-guide-steps">
        {steps.map(({ step, getAddress }) => {
          const isDone = view.done.includes(step);
          return (
            <li key={step} className={step === next ? 'st-guide-step st-guide-step--next' : 'st-guide-step'}>
              <svg viewBox="0 0 16 16" aria-hidden="true" className={isDone ? 'st-guide-done' : undefined}>
                <circle cx="8" cy="8" r="6.5" />
                {isDone && <path d="m5 8.25 2 2L11 6" />}
              </svg>
              <div>
                <a href={getAddress(first?.key)}>{say(`guide.${step}`)}</a>
                {isDone && <span className="st-visually-hidden"> {say('guide.done')}</span>}
                <p className="st-hint">{say(`guide.${step}.hint`)}</p>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
