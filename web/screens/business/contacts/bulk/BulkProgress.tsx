import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import type { BulkAction } from '../../../../../api/contract/bulk.ts';
import { useRead } from '../../../../data/read.ts';
import { useApp } from '../../../../session/context.tsx';
import { count } from '../../../../format/number.ts';
import { toastSuccess } from '../../../../core/toast.ts';
import { t } from '../texts.ts';

/** What is under way on many contacts, and what has just come to its end, until it is put away. */
export function BulkProgress() {
  const { client, run } = useApp();
  const { data, refresh } = useRead('/contacts/bulk', { query: { per_page: 5 } });
  const [opened] = useState(() => Date.now());
  const [away, setAway] = useState<ReadonlySet<string>>(new Set());
  const rows = (data?.data ?? []).filter(
    (one) => !away.has(one.id) && (one.status === 'running' || Date.parse(one.ended_at ?? '') > opened),
  );
  if (rows.length === 0) return null;
  return (
    <ul className="bk-bulkprogress" aria-label={t('bulk.underWay')}>
      {rows.map((one) => {
        const words = t(`bulk.kind.${one.kind}`, { words: one.words.join(', ') });
        const percent = one.count === 0 ? 100 : Math.min(100, Math.round((one.done / one.count) * 100));
        return (
          <li key={one.id}>
            <span className="what" dir="auto">
              {words}
            </span>
            <span className="num faint" role="status">
              {t(`bulk.state.${one.status}`, {
                done: count(one.done),
                count: count(one.count),
                changed: count(one.changed),
              })}
            </span>
            {one.status === 'running' ?
              <>
                <Progress value={percent} aria-label={words} />
                <Button
                  variant="subtle"
                  size="compact-sm"
                  color="gray"
                  onClick={() => {
                    void run(() => client.post('/contacts/bulk/{id}/cancel', { params: { id: one.id } })).then(
                      (done) => {
                        if (done) toastSuccess(done.message);
                        refresh();
                      },
                    );
                  }}
                >
                  {t('bulk.cancel')}
                </Button>
              </>
            : <Dismiss
                action={one}
                onDismiss={() => {
                  setAway(new Set([...away, one.id]));
                }}
              />
            }
          </li>
        );
      })}
    </ul>
  );
}

const Dismiss = ({ action, onDismiss }: { readonly action: BulkAction; readonly onDismiss: () => void }) => (
  <Button
    variant="subtle"
    size="compact-sm"
    color="gray"
    aria-label={`${t('bulk.dismiss')}: ${action.kind}`}
    onClick={onDismiss}
  >
    {t('bulk.dismiss')}
  </Button>
);
