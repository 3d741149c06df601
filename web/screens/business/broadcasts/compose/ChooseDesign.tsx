import '../../../email-templates/email-templates.css';
import { Modal, Tabs } from '@mantine/core';
import { useState } from 'react';
import { type EmailDesign, emptyDesign, mergeFieldsOf, starters } from '../../../../../api/contract/email-design.ts';
import { asList, useRead } from '../../../../api/read.ts';
import { useApp } from '../../../../app/context.tsx';
import { Thumb } from '../../../../email-editor/Thumb.tsx';
import { designOf } from '../../../email-templates/useTemplateDraft.ts';
import { t } from '../texts.ts';
import { notHere } from './MergeMenu.tsx';

/** Those that ask for nothing that a broadcast does not know, as a coupon of one’s own. */
const usable = starters.filter(
  ({ design, subject }) => !mergeFieldsOf(design, subject).some((field) => notHere.has(field)),
);

/** Where a design can begin: a template of one's own or of the agency, or one that the product brings. Always a copy. */
export function ChooseDesign({
  onClose,
  onMade,
}: {
  readonly onClose: () => void;
  readonly onMade: (id: string, subject: string) => void;
}) {
  const { client, run } = useApp();
  const own = useRead('/email-templates', { query: { kind: 'mail', per_page: 60 } }, asList).data?.data ?? [];
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
  const tile = (key: string, title: string, about: string, design: EmailDesign, pick: () => void) => (
    <li key={key}>
      <button type="button" onClick={pick} aria-busy={busy}>
        <Thumb design={design} />
        <strong>{title}</strong>
        <span className="muted">{about}</span>
      </button>
    </li>
  );
  return (
    <Modal opened onClose={onClose} size="xl" title={t('bc.mail.choose')}>
      <Tabs defaultValue={own.length > 0 ? 'own' : 'starters'} key={own.length > 0 ? 'own' : 'starters'}>
        <Tabs.List mb="md">
          {own.length > 0 && <Tabs.Tab value="own">{t('bc.mail.own')}</Tabs.Tab>}
          <Tabs.Tab value="starters">{t('bc.mail.starters')}</Tabs.Tab>
        </Tabs.List>
        {own.length > 0 && (
          <Tabs.Panel value="own">
            <ul className="et-gallery">
              {own.map((template) =>
                tile(template.id, template.name, template.subject, designOf(template), () => {
                  make(
                    () =>
                      client.post('/email-templates/{id}/duplicate', {
                        params: { id: template.id },
                        body: { name: template.name, kind: 'broadcast' },
                        quiet: true,
                      }),
                    template.subject,
                  );
                }),
              )}
            </ul>
          </Tabs.Panel>
        )}
        <Tabs.Panel value="starters">
          <ul className="et-gallery">
            {tile('blank', t('bc.mail.blank'), t('bc.mail.blankText'), emptyDesign(), () => {
              begin(t('bc.mail.blank'), '', emptyDesign());
            })}
            {usable.map(({ id, name, about, subject, design }) =>
              tile(id, name, about, design, () => {
                begin(name, subject, design);
              }),
            )}
          </ul>
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}
