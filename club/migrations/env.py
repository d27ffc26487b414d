"""Runs migrations over the connection that `club.database` gives; Alembic loads this file."""

from alembic import context

from club.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,  # SQLite can change a table only by copying it
    transactional_ddl=True,  # `club.database` begins the transaction where SQLite's driver would not
)
with context.begin_transaction():
    context.run_migrations()
