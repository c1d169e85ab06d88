import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { GuideChange, GuideStep, GuideView } from '../../api/guide.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { onRequestSuccess, tryRequest } from '../ui/ask/request.ts';
import { findGuideStep, listGuideSteps } from './guide-steps.ts';

interface Guide {
  /** Undefined until it is loaded, and if loading failed. */
  readonly view: GuideView | undefined;
  /** Closes the guide, or opens it again. */
  readonly setDismissed: (isDismissed: boolean) => void;
}

const GuideContext = createContext<Guide>({ view: undefined, setDismissed: () => undefined });

/** Returns how far the signed-in person is in the guide for new people. */
export function useGuide(): Guide {
  return useContext(GuideContext);
}

/**
 * Provides the guide of the signed-in person, and records the steps that they take: pages that they visit, changes, and
 * requests. After the guide is closed, nothing is recorded.
 * @param path The path of the current page.
 */
export function GuideProvider({
  path,
  children,
}: {
  readonly path: string;
  readonly children: ReactNode;
}): ReactNode {
  const { me } = useStudio();
  const { history } = useDraftState();
  const [view, setView] = useState<GuideView>();
  const latest = useRef(view);
  useEffect(() => {
    latest.current = view;
  });
  useEffect(() => {
    let isCurrent = true;
    void tryRequest<GuideView | null>('guide', { method: 'GET' }).then((outcome) => {
      if (isCurrent && outcome.isDone && outcome.answer) setView(outcome.answer);
    });
    return () => {
      isCurrent = false;
    };
  }, []);
  /** Changes the guide at once, and stores it. A failure only means that a step has to be taken again. */
  const change = useCallback((body: GuideChange) => {
    setView((now) => now && applyChange(now, body));
    void tryRequest<GuideView>('guide', { method: 'POST', body });
  }, []);
  const record = useCallback(
    (step: GuideStep | undefined) => {
      const now = latest.current;
      if (step === undefined || now === undefined || now.isDismissed || now.done.includes(step)) return;
      change({ done: step });
    },
    [change],
  );
  const isLoaded = view !== undefined;
  const changed = history.undo.at(-1)?.title.key;
  useEffect(() => {
    if (isLoaded) record(findGuideStep({ path }));
  }, [isLoaded, path, record]);
  useEffect(() => {
    if (isLoaded && changed !== undefined) record(findGuideStep({ change: changed }));
  }, [isLoaded, changed, record]);
  useEffect(() => onRequestSuccess((request) => record(findGuideStep({ request }))), [record]);
  const guide = useMemo<Guide>(
    () => ({
      // A guide of one step would teach nothing.
      view: listGuideSteps(me).length > 1 ? view : undefined,
      setDismissed: (isDismissed) => change({ isDismissed }),
    }),
    [me, view, change],
  );
  return <GuideContext value={guide}>{children}</GuideContext>;
}

function applyChange({ done, isDismissed }: GuideView, change: GuideChange): GuideView {
  return {
    done: change.done === undefined ? done : [...done, change.done],
    isDismissed: change.isDismissed ?? isDismissed,
  };
}
