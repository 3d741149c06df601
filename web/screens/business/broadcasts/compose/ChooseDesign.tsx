import '../../../email-templates/email-templates.css';
import '../../livechat/livechat.css';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { type EmailDesign, emptyDesign, mergeFieldsOf, starters } from '../../../../../api/contract/email-design.ts';
import { asList, useRead } from '../../../../data/read.ts';
import { useApp } from '../../../../session/context.tsx';
import { useFilled } from '../../../../email-editor/filled.ts';
import { Thumb } from '../../../../email-editor/Thumb.tsx';
import { storedDesign } from '../../../../email-editor/design.ts';
import { Tabs } from '../../livechat/Tabs.tsx';
import { t } from '../texts.ts';
import { notHere } from './MergeMenu.tsx';

/** Where a design can begin: a template of one's own or of the agency, or one that the product brings. Always a copy. */
export function ChooseDesign({
  without = notHere,
  onClose,
  onMade,
}: {
  /** Merge fields that mean nothing there: a design that needs one can’t be chosen. */
  readonly without?: ReadonlySet<string>;
  readonly onClose: () => void;
  readonly onMade: (id: string, subject: string) => void;
}) {
  const { client, run } = useApp();
  const filled = useFilled();
  const own = useRead('/email-templates', { query: { kind: 'mail', per_page: 60 } }, asList).data?.data ?? [];
  const [tab, setTab] = useState<'own' | 'starters' | null>(null);
  const shown = tab ?? (own.length > 0 ? 'own' : 'starters');
  const fits = (design: EmailDesign, subject: string) =>
    !mergeFieldsOf(design, subject).some((field) => without.has(field));
  const [busy, setBusy] = useState(false);
  const make = (from: () => Promise<{ readonly data: { readonly id: string } }>, subject: string) => {
    if (busy) return;
    setBusy(true);
    void run(async () => {
      const { data } = await from();
      onMade(data.id, subject);
    }).finally(() => {
      setBusy(false);
    });
  };
  const begin = (name: string, subject: string, design: EmailDesign) => {
    make(
      () =>
        client.post('/email-templates', {
          body: { name, subject, kind: 'broadcast', design: { ...design } },
          quiet: true,
        }),
      subject,
    );
  };
  const tile = (key: string, title: string, about: string, design: EmailDesign, pick: (() => void) | null) => (
    <li key={key}>
      <button type="button" onClick={pick ?? undefined} disabled={pick === null} aria-busy={busy}>
        <Thumb design={design} />
        <strong>{title}</strong>
        <span className="muted">{about}</span>
      </button>
    </li>
  );
  return (
    <Modal opened onClose={onClose} size="xl" title={t('bc.mail.choose')}>
      {own.length > 0 && (
        <Tabs
          label={t('bc.mail.choose')}
          value={shown}
          options={(['own', 'starters'] as const).map((value) => ({ value, label: t(`bc.mail.${value}`) }))}
          onChange={setTab}
        />
      )}
      {shown === 'own' ?
        <ul className="et-gallery">
          {own.map((template) => {
            const design = storedDesign(template);
            const isUsable = fits(design, template.subject);
            return tile(
              template.id,
              template.name,
              isUsable ? filled(template.subject) : t('bc.mail.needsCoupon'),
              design,
              isUsable ?
                () => {
                  make(
                    () =>
                      client.post('/email-templates/{id}/duplicate', {
                        params: { id: template.id },
                        body: { name: template.name, kind: 'broadcast' },
                        quiet: true,
                      }),
                    template.subject,
                  );
                }
              : null,
            );
          })}
        </ul>
      : <ul className="et-gallery">
          {tile('blank', t('bc.mail.blank'), t('bc.mail.blankText'), emptyDesign(), () => {
            begin(t('bc.mail.blank'), '', emptyDesign());
          })}
          {starters
            .filter(({ design, subject }) => fits(design, subject))
            .map(({ id, name, about, subject, design }) =>
              tile(id, name, about, design, () => {
                begin(name, subject, design);
              }),
            )}
        </ul>
      }
    </Modal>
  );
}
