import { List, Text } from '@mantine/core';
import { t } from './texts.ts';

/** What goes when somebody is erased, what stays, and that nobody can bring it back. */
export const ErasureTerms = () => (
  <div>
    <Text fw={600}>{t('erase.goes')}</Text>
    <List size="sm" mt={4} mb="md">
      <List.Item>{t('erase.goesPerson')}</List.Item>
      <List.Item>{t('erase.goesWords')}</List.Item>
      <List.Item>{t('erase.goesQueued')}</List.Item>
    </List>
    <Text fw={600}>{t('erase.stays')}</Text>
    <List size="sm" mt={4} mb="md">
      <List.Item>{t('erase.staysProof')}</List.Item>
      <List.Item>{t('erase.staysFigures')}</List.Item>
      <List.Item>{t('erase.staysOut')}</List.Item>
    </List>
    <Text fw={600}>{t('erase.final')}</Text>
  </div>
);
