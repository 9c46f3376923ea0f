import type { PostmasterPlan } from './postmaster-plan.ts';

/** On the command line, so that nothing in the data folder can weaken them. */
export function serverSettings(plan: PostmasterPlan): string[] {
  const { host, port } = plan.admin;
  const windows = process.platform === 'win32';
  const settings: Record<string, string> = {
    listen_addresses: windows ? host : '',
    unix_socket_directories: windows ? '' : plan.folder.socket,
    unix_socket_permissions: '0700',
    port: String(port),
    fsync: plan.durable ? 'on' : 'off',
    synchronous_commit: plan.durable ? 'on' : 'off',
    full_page_writes: plan.durable ? 'on' : 'off',
    shared_buffers: '64MB',
    // Tests share a server: each file has a pool, and earlier ones close late.
    max_connections: plan.durable ? '100' : '200',
    max_wal_size: '256MB',
    // Plans that connections keep are made anew after an analyze: those of tables that were nearly empty read them whole.
    autovacuum_naptime: plan.durable ? '5s' : '60s',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    // Statements contain customer data: the shop logs refused ones without it.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    // Details quote rows, and parameters are customer input: neither is logged.
    log_error_verbosity: 'terse',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_statement: 'none',
    log_min_duration_statement: '-1',
    log_lock_waits: 'off',
    log_checkpoints: 'off',
    ...plan.settings,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
