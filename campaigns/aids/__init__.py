"""What Portolan works out at the table: pure rules, each with its state in the play's stream."""
