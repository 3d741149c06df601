import { Button, Group, Modal, Progress, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useRefresh } from '../../../../api/refresh.ts';
import { useApp } from '../../../../session/context.tsx';
import { toastSuccess } from '../../../../core/toast.ts';
import { count } from '../../../../format/number.ts';
import type { Act } from './actions.ts';
import { t } from './texts.ts';

/** So many go with one call. */
const atOnce = 100;

export interface Asked {
  readonly automation: string;
  readonly step: string;
  readonly act: Act;
  /** Whom; null: everybody who is there. */
  readonly runs: readonly string[] | null;
  /** How many these are. */
  readonly count: number;
  /** What comes of it, in words. */
  readonly comes: string;
}

/**
 * Has people at a step go on, skip it or stop: asks first, shows how far it is, and says what came of it. The focus goes
 * back to what asked; `home`: to this where that is gone.
 */
export function useManualActions(onDone: () => void, home: () => HTMLElement | null = () => null) {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const [asked, setAsked] = useState<Asked | null>(null);
  const from = useRef<Element | null>(null);
  const ask = (wanted: Asked) => {
    from.current = document.activeElement;
    setAsked(wanted);
  };
  const leave = () => {
    setAsked(null);
    requestAnimationFrame(() => {
      const { current } = from;
      if (current instanceof HTMLElement && current.isConnected) current.focus();
      else home()?.focus();
    });
  };
  const [turn, setTurn] = useState<{ readonly gone: number; readonly done: number } | null>(null);
  const halted = useRef(false);

  const go = async ({ automation, step, act, runs, count: all }: Asked) => {
    halted.current = false;
    let [gone, done] = [0, 0];
    setTurn({ gone, done });
    const params = { id: automation, blockId: step };
    const hand = async (whom: object) => {
      const body = { act, ...whom };
      return (await client.post('/automations/{id}/wait-contacts/{blockId}', { params, body, quiet: true })).data;
    };
    const finished = await run(async () => {
      if (runs !== null)
        for (let from = 0; from < runs.length && !halted.current; from += atOnce) {
          const some = runs.slice(from, from + atOnce);
          done += (await hand({ run_ids: some })).done;
          setTurn({ gone: (gone += some.length), done });
        }
      else
        for (let from: { after?: string; as_of?: string } | null = {}; from !== null && !halted.current;) {
          const answer = await hand(from);
          gone = Math.max(gone, all - answer.left);
          setTurn({ gone, done: (done += answer.done) });
          from = answer.next === null ? null : { after: answer.next, as_of: answer.as_of };
        }
      return true;
    });
    setTurn(null);
    leave();
    if (finished === true) {
      const kept = Math.max(0, (runs === null ? gone : Math.min(gone, all)) - done);
      const words = [
        ...(done > 0 || kept === 0 ? [t(`au.h.result.${act}`, { count: done })] : []),
        ...(halted.current ? [t('au.h.halted')]
        : kept > 0 ? [t('au.h.kept', { count: kept })]
        : []),
      ];
      toastSuccess(words.join(' '));
    }
    onDone();
    await refresh('/automations');
  };

  const close = () => {
    if (turn === null) leave();
    else halted.current = true;
  };
  const dialog = asked !== null && (
    <Modal opened onClose={close} title={t(`au.h.ask.${asked.act}`, { count: asked.count })} size="sm">
      <Text c="dimmed">{asked.comes}</Text>
      {asked.runs === null && (
        <Text c="dimmed" mt="xs">
          {t('au.h.busyKept')}
        </Text>
      )}
      {turn !== null && asked.count > 1 && (
        <div className="au-turn" role="status">
          <Progress
            value={asked.count === 0 ? 100 : (turn.gone / asked.count) * 100}
            aria-label={t(`au.h.act.${asked.act}`)}
          />
          <span className="num faint">
            {t('au.h.progress', { done: count(Math.min(turn.gone, asked.count)), count: count(asked.count) })}
          </span>
        </div>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={close} data-autofocus>
          {t(turn === null ? 'app.cancel' : 'au.h.halt')}
        </Button>
        <Button
          {...(asked.act === 'stop' ? { color: 'red' } : {})}
          loading={turn !== null}
          onClick={() => {
            void go(asked);
          }}
        >
          {t(`au.h.confirm.${asked.act}`, { count: asked.count })}
        </Button>
      </Group>
    </Modal>
  );
  return { ask, dialog };
}
