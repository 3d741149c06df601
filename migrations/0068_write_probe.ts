import { type Kysely, sql } from 'kysely';

/**
 * What `/health/ready` writes to know whether anything can be written: a page of its own on the disk each time. A row
 * that is updated in place would go on working while the disk is full. A dump that reads the table for hours holds up
 * nobody: the page is then added behind the others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ops.write_probe (filler text not null)`.execute(db);
  await sql`alter table ops.write_probe alter column filler set storage plain`.execute(db);
  await sql`create function ops.probe_write() returns void language plpgsql as $$
    begin
      begin
        lock table ops.write_probe in access exclusive mode nowait;
        truncate ops.write_probe;
      exception when lock_not_available then null;
      end;
      insert into ops.write_probe (filler) values (repeat('x', 7000));
    end $$`.execute(db);
}
