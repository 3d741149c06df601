import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react';
import type { AppConfig } from '../../api/contract/whitelabels.ts';
import { type Client, createClient } from '../api/client.ts';
import { type ConfigStore, createConfigStore, dress, platformConfig, writtenConfig } from './config.ts';
import { createSession, type Session } from './session.ts';
import { toastError, toastSuccess } from '../core/toast.ts';
import { ApiError, failureMessage } from '../api/errors.ts';
import { t } from '../messages/core.ts';
import { followClock } from '../core/testClock.ts';

interface Application {
  readonly client: Client;
  readonly session: Session;
  /** The configuration of this host name. */
  readonly config: ConfigStore;
  /** Runs a command; a failure is shown as the catalogue says and answered with undefined. */
  readonly run: <T>(command: () => Promise<T>) => Promise<T | undefined>;
  /** Calls `check` whenever a call was refused with 401, so that the session can be looked at. */
  readonly onUnauthorized: (check: () => void) => () => void;
}

const Context = createContext<Application | null>(null);

export function useApp(): Application {
  const app = useContext(Context);
  if (!app) throw new Error('useApp needs <ApplicationProvider>');
  return app;
}

/** The access token of this browser's session; null: signed out. */
export function useToken(): string | null {
  const { session } = useApp();
  return useSyncExternalStore(session.subscribe, session.token);
}

/** Shows a failure as the specification's catalogue says. A server that cannot be reached has no message of its own. */
export function showFailure(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  const message = error.status === 0 ? t('app.unreachable') : failureMessage(error);
  if (message) toastError(message);
}

/** The configuration of this host name; null for the moment in which a page that brought none asks for it. */
export function useConfigOrNothing(): AppConfig | null {
  const { config } = useApp();
  return useSyncExternalStore(config.subscribe, config.get);
}

function createApplication(): Application {
  const checks = new Set<() => void>();
  const session = createSession(localStorage, sessionStorage, window);
  const client = createClient({
    base: '/api/v1',
    fetch: (input, init) => window.fetch(input, init),
    token: session.token,
    onAnswer: followClock,
    onUnauthorized: () => {
      for (const check of checks) check();
    },
    onSuccess: toastSuccess,
  });
  const config = createConfigStore({
    written: writtenConfig(document),
    fallback: platformConfig(document),
    onChange: (next) => {
      dress(document, next);
    },
    load: () => client.get('/config', { query: { domain: location.hostname }, seesUnauthorized: true }),
  });
  const run = async <T,>(command: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await command();
    } catch (error) {
      showFailure(error);
      return undefined;
    }
  };
  return {
    client,
    session,
    config,
    run,
    onUnauthorized: (check) => {
      checks.add(check);
      return () => {
        checks.delete(check);
      };
    },
  };
}

export function ApplicationProvider({ children }: { readonly children: ReactNode }) {
  const [app] = useState(createApplication);
  return <Context value={app}>{children}</Context>;
}
