import { useLocation } from 'wouter';
import { useApp } from '../session/context.tsx';
import { forgetUnsent } from './outbox.ts';

/**
 * Signs out: the server is told, this browser forgets all tokens and lists whatever the server answers, and the host's
 * configuration is read anew.
 */
export function useLogout(): () => void {
  const { client, session, config } = useApp();
  const [, go] = useLocation();
  return () => {
    void client
      .post('/logout', { seesUnauthorized: true })
      .catch(() => undefined)
      .finally(() => {
        forgetUnsent(localStorage);
        session.clear();
        go('/login');
        void config.reload();
      });
  };
}
