export * from '../../domain/kernel/csv.ts';
