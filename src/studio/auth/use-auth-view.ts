import { useEffect, useState } from 'react';
import type { AuthView } from '../../api/people.ts';
import { tryRequest } from '../ui/ask/request.ts';

/**
 * Loads the settings of the sign-in pages once and returns them. Undefined while loading; defaults if loading
 * failed.
 */
export function useAuthView(): AuthView | undefined {
  const [authView, setAuthView] = useState<AuthView>();
  useEffect(() => {
    void tryRequest<AuthView>('door', { method: 'GET' }).then((outcome) =>
      setAuthView(
        outcome.isDone ? outcome.answer : { isFirst: false, isMailing: false, shortestPassword: 8 },
      ),
    );
  }, []);
  return authView;
}
